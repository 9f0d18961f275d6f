/** Writes `src/DeniedFunctions.sol` from the SDK's table of denied functions. @module */
import { deniedFunctions } from "../core/permission/sound/denied_functions.ts";

/** Source of the library with the functions that the permission contract denies. */
export function deniedFunctionsSource(): string {
  const lines = Object.keys(deniedFunctions).toSorted().map((key) => {
    const [selector, signature] = key.split(" ");
    return `        hex"${selector!.slice(2)}" // ${signature}`;
  });
  return `// SPDX-License-Identifier: MIT
// Written by \`deno task compile\` from core/permission/sound/denied_functions.ts; do not edit.
pragma solidity ^0.8.28;

/// @notice Functions that no permission can include, on any contract.
library DeniedFunctions {
    /// @dev Selectors of four bytes in ascending order.
    bytes private constant SELECTORS =
${lines.join("\n")}
    ;

    /// @notice Returns true if the list has a selector.
    function includes(bytes4 selector) internal pure returns (bool) {
        bytes memory selectors = SELECTORS;
        uint256 wanted = uint32(selector);
        uint256 low;
        uint256 high = selectors.length / 4;
        while (low < high) {
            uint256 middle = (low + high) / 2;
            uint256 found;
            assembly ("memory-safe") {
                found := shr(224, mload(add(add(selectors, 32), mul(middle, 4))))
            }
            if (found == wanted) return true;
            if (found < wanted) low = middle + 1;
            else high = middle;
        }
        return false;
    }
}
`;
}
