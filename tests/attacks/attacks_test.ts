/** Hostile pages in a real browser, on one stack: each file here is one promise under attack. */
import { closeWorld } from "../browser/harness.ts";
import { attack } from "./attack.ts";
import "./embedded.ts";
import "./messages.ts";
import "./sign_in.ts";

attack("ends the stack", closeWorld);
