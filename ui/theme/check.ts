/** Validates themes before any dialog opens. @module */
import { AcctError, type Theme } from "@sdk/core/dialog";
import { variableNames } from "./variables.ts";

const choices = {
  mode: ["light", "dark", "auto"],
  borderRadius: ["sm", "md", "lg"],
  fontStack: ["system", "rounded", "mono"],
} as const;

/** Maximum length of a value. */
const MAX_LENGTH = 200;

/**
 * Validates a theme. Colors are clamped later, so that text stays readable.
 *
 * @throws {AcctError} `invalid_params` with the invalid part as `data.field`
 */
export function checkTheme(theme: Theme | undefined): void {
  if (theme === undefined) return;
  if (typeof theme !== "object" || theme === null) throw wrong("theme", "must be an object");
  for (const [name, allowed] of Object.entries(choices)) {
    const value = theme[name as keyof typeof choices];
    if (value !== undefined && !(allowed as readonly string[]).includes(value)) {
      throw wrong(`theme.${name}`, `must be one of ${allowed.join(", ")}`);
    }
  }
  const { accentColor, accentColorForeground, cssVariables } = theme;
  if (accentColor !== undefined && !/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(String(accentColor))) {
    throw wrong("theme.accentColor", "must be a colour such as #4f46e5");
  }
  if (accentColorForeground !== undefined && !isText(accentColorForeground)) {
    throw wrong("theme.accentColorForeground", "must be a colour");
  }
  if (cssVariables === undefined) return;
  if (typeof cssVariables !== "object" || cssVariables === null) {
    throw wrong("theme.cssVariables", "must be an object");
  }
  for (const [name, value] of Object.entries(cssVariables)) {
    const field = `theme.cssVariables[${JSON.stringify(name.slice(0, 60))}]`;
    if (!variableNames.has(name)) throw wrong(field, "is not a supported variable");
    if (!isText(value)) throw wrong(field, `must be a string of at most ${MAX_LENGTH} characters`);
  }
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.length > 0 && value.length <= MAX_LENGTH;
}

function wrong(field: string, rule: string): AcctError {
  return new AcctError("invalid_params", { field, detail: `The option ${field} ${rule}.` });
}
