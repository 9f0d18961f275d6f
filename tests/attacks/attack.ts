/** An attack in a real browser. It shares its stack with the others of this folder. */
export function attack(name: string, run: () => Promise<void>): void {
  Deno.test(`attack: ${name}`, { sanitizeOps: false, sanitizeResources: false }, run);
}
