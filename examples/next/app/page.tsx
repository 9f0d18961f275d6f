// A server component: constants and plain functions of the packages are usable here.
import { acct, Mode } from "@sdk/connector";
import { parseApiKey } from "@sdk/core";
import { icon } from "@sdk/core/icon";
import { Account } from "./account";

export default function Page() {
  return (
    <>
      <h1>A wallet with Next</h1>
      <p id="server">
        {[Mode.CrossPlatform, typeof acct, icon.slice(0, 10), parseApiKey(process.env.ACCT_KEY!).kind]
          .join(" ")}
      </p>
      <Account />
    </>
  );
}
