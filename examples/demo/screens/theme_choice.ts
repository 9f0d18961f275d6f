/** The choices of the theme playground, stored in the URL so that they can be shared. @module */
import type { Theme } from "@sdk/ui";
import { accountStories } from "../../../ui/stories/account_stories.ts";
import { netStories } from "../../../ui/stories/net_stories.ts";
import { operationStories } from "../../../ui/stories/operation_stories.ts";
import { readingStories } from "../../../ui/stories/reading_stories.ts";
import { signingStories } from "../../../ui/stories/signing_stories.ts";
import { states } from "../../../ui/stories/states.ts";
import { stories } from "../../../ui/stories/stories.ts";
import { stepStories } from "../../../ui/stories/step_stories.ts";
import { THEME } from "./theme_address.ts";

const named: Readonly<Record<string, readonly string[]>> = {
  "Account": Object.keys(accountStories),
  "Transactions and permissions": Object.keys(operationStories),
  "Signing": Object.keys(signingStories),
  "Clear signing": Object.keys(readingStories),
  "Batches as one effect": Object.keys(netStories),
  "Next steps": Object.keys(stepStories),
  "States of every screen": Object.keys(states),
};

/** All screens, by group; a story of a new file is in the group of others. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  ...named,
  "Others": Object.keys(stories).filter((name) => !Object.values(named).flat().includes(name)),
};

/** Every screen, in the order of the groups. */
export const screens: readonly string[] = Object.values(groups).flat();

/** Names of the choices, with their values. */
export const choices = {
  mode: ["auto", "light", "dark"],
  borderRadius: ["sm", "md", "lg"],
  fontStack: ["system", "rounded", "mono"],
  locale: ["en", "de", "es", "ar", "ja"],
} as const;

/** A theme and the screen that shows it. */
export interface Choice {
  /** Name of the screen. */
  readonly story: string;
  /** The theme. */
  readonly theme: Theme;
  /** The language. */
  readonly locale: string;
}

/** The choice of a URL without one. */
export const first: Choice = {
  story: "send-batch",
  theme: { accentColor: "#0f766e" },
  locale: "en",
};

/** The fragment of a choice. */
export function themeAddress(choice: Choice): string {
  return `${THEME}=${encodeURIComponent(JSON.stringify(choice))}`;
}

/** Reads a fragment; ignores values that the playground does not offer. */
export function choiceAt(hash: string): Choice {
  let given: Partial<Choice>;
  try {
    given = Object(JSON.parse(decodeURIComponent(hash.slice(THEME.length + 1))));
  } catch {
    return first;
  }
  const { story, locale, theme } = given;
  return {
    story: story !== undefined && screens.includes(story) ? story : first.story,
    locale: isOne(choices.locale, locale) ? locale : first.locale,
    theme: readTheme(Object(theme)),
  };
}

function readTheme(given: Theme): Theme {
  const { mode, borderRadius, fontStack, accentColor, cssVariables } = given;
  const variables = Object.entries(Object(cssVariables))
    .filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return {
    ...(isOne(choices.mode, mode) && { mode }),
    ...(isOne(choices.borderRadius, borderRadius) && { borderRadius }),
    ...(isOne(choices.fontStack, fontStack) && { fontStack }),
    ...(/^#[0-9a-f]{6}$/i.test(String(accentColor)) && { accentColor: String(accentColor) }),
    ...(variables.length > 0 && { cssVariables: Object.fromEntries(variables) }),
  };
}

function isOne<const T extends string>(known: readonly T[], value: unknown): value is T {
  return known.some((each) => each === value);
}
