/** Shows the networks where the account's code can be updated, and where it is unknown. @module */
import type { VNode } from "preact";
import type { OwnerChainView } from "../../core/protocol/methods/account/acct_get_owners.ts";
import type { HomeText } from "../text/home_en.ts";

/** Notes per network; renders nothing without problems, or while the state is unknown. */
export function Updates(props: {
  chains: readonly OwnerChainView[];
  text: HomeText;
  update: (chainId: number) => void;
}): VNode {
  const { text, chains, update } = props;
  return (
    <>
      {chains.filter((chain) => chain.update !== null).map(({ id, name }) => (
        <p key={id} class="banner" role="note" data-testid="home-update">
          {text.newerVersion(name)}{" "}
          <button
            type="button"
            class="link"
            data-testid="home-update-account"
            onClick={() =>
              update(id)}
          >
            {text.update}
          </button>
        </p>
      ))}
      {chains.filter(({ state }) => state === "unknown").map(({ id, name }) => (
        <p key={id} class="banner danger" role="alert" data-testid="home-code-unknown">
          {text.codeUnknown(name)}
        </p>
      ))}
    </>
  );
}
