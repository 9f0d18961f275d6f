/** Every screen in every state, as requests that no wallet stands behind. @module */
import { accountStories } from "./account_stories.ts";
import { operationStories } from "./operation_stories.ts";
import { signingStories } from "./signing_stories.ts";
import { states } from "./states.ts";
import { stepStories } from "./step_stories.ts";
import type { Story } from "./story.ts";

/** The stories by name. */
export const stories: Readonly<Record<string, Story>> = {
  ...states,
  ...accountStories,
  ...operationStories,
  ...signingStories,
  ...stepStories,
};
