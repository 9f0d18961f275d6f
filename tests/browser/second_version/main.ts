/** The wallet host's page with the second version of accounts. @module */
import "./release.ts";
import "../../../host/main.ts";
