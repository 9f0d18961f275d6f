/**
 * Faults that show in lists longer than two, in the last item, or in the highest bits of a word.
 */
import { m, type Mutant } from "./mutant.ts";

const acct = "Acct.sol";
const bounds = "Bounds.sol";
const changes = "OwnerChanges.sol";
const meter = "Meter.sol";
const owners = "Owners.sol";
const permissions = "Permissions.sol";
const redemptions = "Redemptions.sol";
const rules = "ArgumentRules.sol";
const soundness = "Soundness.sol";

/** Faults in late items of lists, and in the first bits of words. */
export const listsMutants: readonly Mutant[] = [
  m(permissions, "            called = true;\n", "            return true;\n"),
  m(permissions, "calls[i].data.length < 4 || bytes4(", "calls[i].data.length != 68 || bytes4("),
  m(
    permissions,
    "for (uint256 i; i < permission.spends.length; ++i) {\n            SpendPermission calldata spend = permission.spends[i];\n            uint256 amount",
    "for (uint256 i; i < permission.spends.length && i < 3; ++i) {\n            SpendPermission calldata spend = permission.spends[i];\n            uint256 amount",
  ),
  m(permissions, "if (amount == 0) continue;", "if (amount == 0) break;"),
  m(redemptions, "usedNonces[spender][nonce >> 8] |=", "usedNonces[spender][nonce >> 8] ="),
  m(redemptions, "(nonce & 0xff) & 1 != 0;", "(nonce & 0xff) & 1 != 0 && nonce < 1 << 64;"),
  m(redemptions, "_redeem(_open(contexts[i]), modes[i]", "_redeem(_open(contexts[i]), modes[0]"),
  m(redemptions, "_redeem(_open(contexts[i]), modes[i]", "_redeem(_open(contexts[0]), modes[i]"),
  m(
    redemptions,
    "if (block.timestamp > redemption.validUntil)",
    "if (block.timestamp > uint256(redemption.validUntil) + 1)",
  ),
  m(
    meter,
    "for (uint256 i; i < permission.watched.length; ++i) {",
    "for (uint256 i; i < permission.watched.length && i < 1; ++i) {",
  ),
  m(
    meter,
    "for (uint256 i; i < meter.count; ++i) {",
    "for (uint256 i; i < meter.count && i < 4; ++i) {",
  ),
  m(
    soundness,
    "for (uint256 i; i < permission.calls.length; ++i) {",
    "for (uint256 i; i < permission.calls.length && i < 2; ++i) {",
  ),
  m(
    soundness,
    "for (uint256 i; i < permission.spends.length; ++i) {\n            SpendPermission",
    "for (uint256 i; i < permission.spends.length && i < 1; ++i) {\n            SpendPermission",
  ),
  m(
    soundness,
    "for (uint256 i; i < permission.watched.length; ++i) {\n            if (_isReserved",
    "for (uint256 i; i < permission.watched.length && i < 1; ++i) {\n            if (_isReserved",
  ),
  m(
    rules,
    "for (uint256 i; i < rules.length; ++i) {\n            (uint8 kind",
    "for (uint256 i; i < rules.length && i < 1; ++i) {\n            (uint8 kind",
  ),
  m(
    rules,
    "for (uint256 i; i < rules.length; ++i) {\n            ArgumentRule calldata",
    "for (uint256 i; i < rules.length && i < 2; ++i) {\n            ArgumentRule calldata",
  ),
  m(
    rules,
    "uint256(word) <= uint256(rule.values[0])",
    "int256(uint256(word)) <= int256(uint256(rule.values[0]))",
  ),
  m(rules, "4 + 32 * uint256(rule.word)", "4 + uint8(32 * uint256(rule.word))"),
  m(
    rules,
    "word == TokenCalls.wordOf(spender)",
    "uint160(uint256(word)) == uint160(spender)",
  ),
  m(
    bounds,
    "for (uint256 i; i < bounds.length; ++i) {\n            Bound calldata",
    "for (uint256 i; i < bounds.length && i < 2; ++i) {\n            Bound calldata",
  ),
  m(
    owners,
    "for (uint256 other; other < owners.length; ++other) {",
    "for (uint256 other; other < i; ++other) {",
  ),
  m(
    changes,
    "for (uint256 i; i < heads.length; ++i) {",
    "for (uint256 i; i < heads.length && i < 1; ++i) {",
  ),
  m(
    acct,
    "_requireAllowed(calls[i].target, calls[i].data);",
    "_requireAllowed(calls[0].target, calls[0].data);",
  ),
];
