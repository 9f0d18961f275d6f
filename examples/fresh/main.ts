/** The app: pages of `routes/`. @module */
import { App, staticFiles } from "fresh";

export const app: App<unknown> = new App().use(staticFiles()).fsRoutes();
