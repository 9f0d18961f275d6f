/** Lists faults to inject, one at a time: each removes or changes a check of a contract. */
import { accountMutants } from "./mutants/account.ts";
import { listsMutants } from "./mutants/lists.ts";
import { m, type Mutant } from "./mutants/mutant.ts";
import { ownersMutants } from "./mutants/owners.ts";
import { paymastersMutants } from "./mutants/paymasters.ts";
import { permissionsMutants } from "./mutants/permissions.ts";
import { redemptionsMutants } from "./mutants/redemptions.ts";

const signatures = "OwnerSignatures.sol";
const owners = "Owners.sol";
const passkey = "Passkey.sol";
const permissions = "Permissions.sol";

/** Faults that the tests must detect. */
export const mutants: readonly Mutant[] = [
  ...accountMutants,
  ...ownersMutants,
  ...permissionsMutants,
  ...redemptionsMutants,
  ...paymastersMutants,
  ...listsMutants,
];

/** Changes of the code, and so of addresses, without a change of behaviour: tests must pass. */
export const harmless: readonly Mutant[] = [
  m(
    owners,
    "        if (next != given) state.next = uint16(next);\n        if (effects & REUSED != 0) _endPermissions();\n",
    "        if (effects & REUSED != 0) _endPermissions();\n        if (next != given) state.next = uint16(next);\n",
  ),
  m(
    permissions,
    "        Soundness.requireSound(permission);\n        grantOf[account][id] = owner;\n",
    "        grantOf[account][id] = owner;\n        Soundness.requireSound(permission);\n",
  ),
];

/** Mutants that survive, and why that is harmless. */
export const survivors: readonly (Mutant & { because: string })[] = [
  {
    ...m(
      signatures,
      "if (word == 0 || _isRecovery(word)) return false;",
      "if (word == 0) return false;",
    ),
    because:
      "The word of a recovery owner is no address without its bit, and no key has such a hash. The " +
      "check says it where it is read.",
  },
  {
    ...m(owners, "uint256(word) >> 161 != 0 && ", ""),
    because: "No key is known whose hash begins with 95 zero bits.",
  },
  {
    ...m(owners, "let most := mul(lt(index, given), sub(given, index))", "let most := 256"),
    because:
      "An index that was never given has no word, and no owner has the word zero: the count ends " +
      "there by itself. The limit saves the reading.",
  },
  {
    ...m("Meter.sol", "            if (balance == before) continue;", ""),
    because: "It saves writing the same balance again.",
  },
  {
    ...m(passkey, "&& abi.decode(result, (uint256)) == 1", ""),
    because:
      "The precompile answers nothing for a wrong signature. The check is for chains whose " +
      "own one answers zero, and there is none to test with.",
  },
];
