import type { NextConfig } from "next";

// The default of new Next apps: each page is prerendered, except for the parts in `Suspense`.
export default { cacheComponents: true } satisfies NextConfig;
