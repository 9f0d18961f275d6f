/** The wallet home with the second version of accounts. @module */
import "./release.ts";
import "../../../host/home_main.ts";
