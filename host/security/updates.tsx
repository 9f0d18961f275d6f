/** Shows where the account's code can be updated, and where it is not known. @module */
import type { VNode } from "preact";
import type { OwnerChainView } from "../../core/dialog/owners.ts";
import type { HomeText } from "../text/text.ts";

/** Notes per network; nothing while all is well, or as long as nothing is known. */
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
