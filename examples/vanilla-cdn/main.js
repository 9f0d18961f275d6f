// No bundler and no framework: `@sdk/acct` is named in the import map of index.html.
import { Acct, Mode, ReactUIHandler } from "@sdk/acct";

const { provider } = Acct.create({
  // Yours would stand here; this page takes any: index.html?key=pk_…
  apiKey: new URLSearchParams(location.search).get("key"),
  appName: "Plain page",
  preference: { mode: Mode.AppSpecific, uiHandler: new ReactUIHandler() },
});

const element = (id) => document.getElementById(id);
let address;

/** Does something in a click, and shows what went wrong. */
function onClick(id, work) {
  element(id).addEventListener("click", () => {
    work().catch((error) => element("problem").textContent = error.message);
  });
}

onClick("connect", async () => {
  [address] = await provider.request({ method: "eth_requestAccounts" });
  element("address").textContent = address;
  element("sign").disabled = false;
});

onClick("sign", async () => {
  const hello = "0x68656c6c6f";
  element("signature").textContent = await provider.request({
    method: "personal_sign",
    params: [hello, address],
  });
});
