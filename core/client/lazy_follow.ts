/** Following accounts, with code that is loaded once somebody listens. @module */
import type { Follow } from "./follow.ts";

/** Makes it; code that does not load is asked for again by the next listener. */
export function lazyFollow(load: () => Promise<Follow>): Follow {
  return (options) => {
    let ended = false;
    let end = () => {};
    load().then((follow) => {
      if (!ended) end = follow(options);
    }, (error) => console.warn("Acct: changes are not followed; their code did not load.", error));
    return () => {
      ended = true;
      end();
    };
  };
}
