/** Shows where the account's code can be updated, and where it is not known. @module */
import type { VNode } from "preact";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import type { OwnerChainView } from "../../core/dialog/owners.ts";
import type { HomeText } from "../text.ts";
import { useLoaded } from "./loaded.tsx";

/** Notes per network; nothing while all is well, or as long as nothing is known. */
export function Updates(props: {
  record: AccountRecord;
  text: HomeText;
  load: () => Promise<readonly OwnerChainView[]>;
  /** Resolves once the user is done with the dialog. */
  update: (chainId: number) => Promise<void>;
}): VNode {
  const { text, record, load, update } = props;
  const loaded = useLoaded(load, record);
  const chains = loaded.value ?? [];
  return (
    <>
      {chains.filter((chain) => chain.update !== null).map(({ id, name }) => (
        <p key={id} class="note" role="note" data-testid="home-update">
          {text.newerVersion(name)}{" "}
          <button
            type="button"
            data-testid="home-update-account"
            onClick={() =>
              void update(id).then(loaded.refresh)}
          >
            {text.update}
          </button>
        </p>
      ))}
      {chains.filter(({ state }) => state === "unknown").map(({ id, name }) => (
        <p key={id} class="note danger" role="alert" data-testid="home-code-unknown">
          {text.codeUnknown(name)}
        </p>
      ))}
    </>
  );
}
