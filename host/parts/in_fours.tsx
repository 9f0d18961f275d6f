/** Address in groups of four characters. @module */
import type { VNode } from "preact";

/** An address in groups of four for comparison; copying excludes the spaces. */
export function inFours(address: string): VNode {
  const groups = address.match(/^0x.{4}|.{1,4}/g) ?? [];
  return <>{groups.map((group, index) => <span key={index}>{group}</span>)}</>;
}
