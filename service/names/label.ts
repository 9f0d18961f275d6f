/**
 * Validates labels below a domain: normalised (ENSIP-15), and not confusable with others. @module
 */
import { MAX_NAME_LENGTH } from "../../core/ground/limits.ts";
import { normalize } from "viem/ens";
import type { LabelRefusal } from "../../core/wire/names.ts";

/** Minimum number of characters. */
export const MIN_LENGTH = 3;
/** Maximum number of characters, and of bytes: DNS's limit, which clients expect. */
export const MAX_LENGTH = 63;

/** Valid label. */
export interface Label {
  /** Normalised label. */
  readonly label: string;
  /** Skeleton: look-alike labels have the same one. */
  readonly skeleton: string;
}

/**
 * Validates a label as typed. ENSIP-15 itself rejects mixed scripts, invisible characters and words
 * of one script that look like another script's.
 */
export function readLabel(text: string): Label | Exclude<LabelRefusal, "taken" | "similar"> {
  if (text.length > 4 * MAX_LENGTH) return "long";
  if (/[.\u3002\uff0e\uff61]/.test(text)) return "dot";
  let label: string;
  try {
    label = normalize(text.trim());
  } catch {
    return "characters";
  }
  const points = [...label].length;
  if (points < MIN_LENGTH) return "short";
  if (points > MAX_LENGTH || new TextEncoder().encode(label).length > MAX_LENGTH) return "long";
  const skeleton = toSkeleton(label);
  return skeleton === "" ? "characters" : { label, skeleton };
}

/**
 * Normalises a domain; `null` if ENSIP-15 does not allow it or it is not a domain.
 *
 * @example `Demo.eth` → `demo.eth`
 */
export function readDomain(text: string): string | null {
  if (text.length > MAX_NAME_LENGTH) return null;
  try {
    const domain = normalize(text);
    const labels = domain.split(".");
    return labels.length < 2 || labels.some((label) => label === "") ? null : domain;
  } catch {
    return null;
  }
}

/** Letters that no decomposition separates, and pairs that read like one letter. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/ø/g, "o"],
  [/ł/g, "l"],
  [/[đð]/g, "d"],
  [/ħ/g, "h"],
  [/ŧ/g, "t"],
  [/ı/g, "i"],
  [/æ/g, "ae"],
  [/œ/g, "oe"],
  [/ß/g, "ss"],
  [/0/g, "o"],
  [/1/g, "l"],
  [/rn/g, "m"],
  [/vv/g, "w"],
];

/** Removes marks, hyphens and similar characters, and maps look-alike letters to one letter. */
function toSkeleton(label: string): string {
  const bare = label.normalize("NFKD").replace(/[\p{M}_\-'’·]/gu, "");
  return alike.reduce((text, [from, to]) => text.replace(from, to), bare);
}

/** Labels that could impersonate the operator, the app, or the user's bank. */
const reserved = "abuse account accounts admin administrator api app billing bot contact crypto " +
  "ens eth ethereum help helpdesk info legal localhost login mail moderator node null official " +
  "operator owner pay payment payments postmaster privacy recovery register resolver root " +
  "security service signin signup staff status support sysadmin system team test treasury trust " +
  "undefined verify wallet webmaster www";

/** Returns a test for reserved labels and their look-alikes. */
export function reservedLabels(more: readonly string[] = []): (label: Label) => boolean {
  const kept = new Set([...reserved.split(" "), ...more].map(toSkeleton));
  return ({ skeleton }) => kept.has(skeleton);
}
