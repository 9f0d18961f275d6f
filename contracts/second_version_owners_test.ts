/** The tests of owners and recoveries once more, on the second version of the account. */
import { secondVersionInitCode } from "./testing/second_version.ts";
import { runAccountsOn } from "./testing/stack.ts";

runAccountsOn(secondVersionInitCode);
await import("./owners_test.ts");
await import("./owners_chains_test.ts");
await import("./owners_creation_test.ts");
await import("./owners_rules_test.ts");
await import("./recovery_test.ts");
await import("./recovery_delay_test.ts");
await import("./recovery_signatures_test.ts");
await import("./recovery_veto_test.ts");
