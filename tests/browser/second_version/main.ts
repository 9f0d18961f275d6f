/** The wallet host's window with the second version of accounts. @module */
import "./release.ts";
import "../../../host/main.ts";
