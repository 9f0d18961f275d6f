/** Hostile pages in a real browser, on one stack: each file here is one promise under attack. */
import "./appearance.ts";
import "./authenticator.ts";
import "./claimed_origin.ts";
import "./embedded.ts";
import "./foreign_data.ts";
import "./idle.ts";
import "./leftovers.ts";
import "./messages.ts";
import "./opener_policy.ts";
import "./sign_in.ts";
import "./source.ts";
