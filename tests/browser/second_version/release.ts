/** Makes the page that imports it know the second version, as its next release would. @module */
import { releaseSecondVersion } from "../../../contracts/testing/second_version.ts";

releaseSecondVersion();
