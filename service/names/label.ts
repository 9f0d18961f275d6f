/** What may be a name below a domain: normalised (ENSIP-15), and like no other. @module */
import { normalize } from "viem/ens";
import type { LabelRefusal } from "../../core/protocol/service/names.ts";

/** Fewest characters. */
export const LEAST = 3;
/** Most characters, and bytes: what DNS allows, so that no client has to guess. */
export const MOST = 63;

/** A label that can be given out, if nobody has it. */
export interface Label {
  /** Normalised. */
  readonly label: string;
  /** What it looks like; two labels with the same one are taken for each other. */
  readonly skeleton: string;
}

/**
 * Reads a label as somebody typed it. ENSIP-15 itself refuses mixed scripts, invisible characters and
 * words of one script that read like another's.
 */
export function readLabel(text: string): Label | Exclude<LabelRefusal, "taken" | "similar"> {
  if (text.length > 4 * MOST) return "long";
  if (/[.\u3002\uff0e\uff61]/.test(text)) return "dot";
  let label: string;
  try {
    label = normalize(text.trim());
  } catch {
    return "characters";
  }
  const points = [...label].length;
  if (points < LEAST) return "short";
  if (points > MOST || new TextEncoder().encode(label).length > MOST) return "long";
  const skeleton = skeletonOf(label);
  return skeleton === "" ? "characters" : { label, skeleton };
}

/**
 * Reads a domain; `null` if ENSIP-15 does not allow it or it is none.
 *
 * @example `Demo.eth` → `demo.eth`
 */
export function readDomain(text: string): string | null {
  if (text.length > 255) return null;
  try {
    const domain = normalize(text);
    const labels = domain.split(".");
    return labels.length < 2 || labels.some((label) => label === "") ? null : domain;
  } catch {
    return null;
  }
}

/** Letters that no decomposition takes apart, and pairs that read like one letter. */
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

/** Marks, hyphens and their like away, look-alikes folded into one. */
function skeletonOf(label: string): string {
  const bare = label.normalize("NFKD").replace(/[\p{M}_\-'’·]/gu, "");
  return alike.reduce((text, [from, to]) => text.replace(from, to), bare);
}

/** Labels that would speak for somebody: the operator, the app, or the person's bank. */
const usual = "abuse account accounts admin administrator api app billing bot contact crypto " +
  "ens eth ethereum help helpdesk info legal localhost login mail moderator node null official " +
  "operator owner pay payment payments postmaster privacy recovery register resolver root " +
  "security service signin signup staff status support sysadmin system team test treasury trust " +
  "undefined verify wallet webmaster www";

/** Whether a label is kept; look-alikes of kept ones are. */
export function reservedLabels(more: readonly string[] = []): (label: Label) => boolean {
  const kept = new Set([...usual.split(" "), ...more].map(skeletonOf));
  return ({ skeleton }) => kept.has(skeleton);
}
