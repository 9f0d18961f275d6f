/** React. @module */
// @ts-types="npm:@types/react-dom@^19.2.0/client"
export { createRoot } from "react-dom/client";
