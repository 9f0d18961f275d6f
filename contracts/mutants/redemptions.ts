/** Faults of redemptions. */
import { m, type Mutant } from "./mutant.ts";

const file = "Redemptions.sol";

/** Faults of redemptions. */
export const redemptionsMutants: readonly Mutant[] = [
  m(file, "external nonReentrant {", "external {"),
  m(file, "count == 0 || ", ""),
  m(file, " || modes.length != count", ""),
  m(file, " || executions.length != count", ""),
  m(file, "        _useNonce(msg.sender, nonce);\n", ""),
  m(file, "usedNonces[spender][nonce >> 8] >> (nonce & 0xff)", "usedNonces[spender][nonce >> 8]"),
  m(file, "|= 1 << (nonce & 0xff)", "|= 1"),
  m(file, "if (msg.sender != address(this)) revert NotSelf();", ""),
  m(file, "if (msg.sender != permission.spender) revert NotSpender();", ""),
  m(file, "if (redemption.signature.length == 0) {", "if (false) {"),
  m(file, "            _requireSigned(redemption, id, mode, execution);\n", ""),
  m(file, "permission.salt & SPENDER_ONLY != 0 || ", ""),
  m(file, " || !_isRedeemer(redemption.redeemers)", ""),
  m(file, "if (block.timestamp > redemption.validUntil) revert RedemptionExpired();", ""),
  m(file, "block.timestamp > redemption.validUntil", "block.timestamp >= redemption.validUntil"),
  m(file, "        _useNonce(spender, redemption.nonce);\n", ""),
  m(file, "                    id,\n", "                    bytes32(0),\n"),
  m(file, "                    mode,\n", "                    bytes32(0),\n"),
  m(file, "keccak256(execution)", "bytes32(0)"),
  m(file, "keccak256(abi.encodePacked(redemption.redeemers))", "bytes32(0)"),
  m(
    file,
    "redemption.nonce,\n                    redemption",
    "0,\n                    redemption",
  ),
  m(file, "redemption.validUntil\n", "0\n"),
  m(file, "signer != spender\n", "true\n"),
  m(
    file,
    "&& !SignatureChecker.isValidERC1271SignatureNowCalldata(\n" +
      "                    spender, digest, redemption.signature\n                )",
    "",
  ),
  m(file, ") revert InvalidRedemption();", ") {}"),
  m(file, "if (isNonceUsed(spender, nonce)) revert NonceUsed(nonce);", ""),
  m(file, "return redeemers.length == 0;", "return true;"),
  m(file, "return redeemers.length == 0;", "return false;"),
  m(file, "if (bytes32(context) != bytes32(uint256(32))) revert InvalidContext();", ""),
  m(file, "if (mode != SINGLE) revert UnsupportedMode(mode);", ""),
];
