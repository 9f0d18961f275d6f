/** All stories: every screen in every state, as requests without a wallet. @module */
import { accountStories } from "./account_stories.ts";
import { readingStories } from "./reading_stories.ts";
import { operationStories } from "./operation_stories.ts";
import { namedStories } from "./named_stories.ts";
import { netStories } from "./net_stories.ts";
import { signingStories } from "./signing_stories.ts";
import { states } from "./states.ts";
import { stepStories } from "./step_stories.ts";
import type { Story } from "./story.ts";

/** Stories by name. */
export const stories: Readonly<Record<string, Story>> = {
  ...states,
  ...accountStories,
  ...operationStories,
  ...namedStories,
  ...signingStories,
  ...readingStories,
  ...netStories,
  ...stepStories,
};
