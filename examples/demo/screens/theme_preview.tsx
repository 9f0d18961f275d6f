/** One dialog in a frame of the playground, with the theme from the URL. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { type JSX, useEffect } from "react";
import { ReactUIHandler, type Theme } from "@sdk/ui";
import { stories } from "../../../ui/stories/stories.ts";
import { PREVIEW } from "./theme_address.ts";

/** The content of a frame. */
export interface Preview {
  /** The story. */
  readonly story: string;
  /** Theme of the dialog. */
  readonly theme: Theme;
  /** Language of the dialog. */
  readonly locale: string;
}

/** The URL of a frame. A page cannot load within itself, so the query makes the URL different. */
export function addressOf(preview: Preview): string {
  return "?preview" + PREVIEW + encodeURIComponent(JSON.stringify(preview));
}

/** Parses the preview of a URL; `null` without one. */
function previewAt(hash: string): Preview | null {
  try {
    const preview = JSON.parse(decodeURIComponent(hash.slice(PREVIEW.length)));
    return Object.hasOwn(stories, preview.story) ? preview : null;
  } catch {
    return null;
  }
}

/**
 * Removes the visibility information of browsers in this frame. Nothing in this page can sign: its
 * dialog is only shown, even if a part of the frame is scrolled out of view.
 */
function showUnseen(): void {
  Reflect.deleteProperty(IntersectionObserverEntry.prototype, "isVisible");
}

/** The frame's page; a URL without a dialog leads to the demo. */
export function ThemePreview({ hash }: { readonly hash: string }): JSX.Element | null {
  const preview = previewAt(hash);
  useEffect(() => {
    if (preview === null) location.hash = "";
  }, [preview]);
  return preview === null ? null : <Dialog preview={preview} />;
}

/** Renders only the dialog, which opens again after an answer. */
function Dialog({ preview }: { readonly preview: Preview }): JSX.Element {
  const address = addressOf(preview);
  useEffect(() => {
    let over = false;
    showUnseen();
    const handler = new ReactUIHandler({ theme: preview.theme });
    handler.init({
      appName: "Meadow",
      appLogoUrl: null,
      defaultChainId: 1,
      showTestnets: true,
      locale: preview.locale,
    });
    const show = async () => {
      while (!over) {
        const request = stories[preview.story]!.request();
        const answered = { ...request, approve: () => Promise.resolve() };
        await handler.request(request.method, answered).catch(() => {});
        await new Promise((resolve) => setTimeout(resolve, 600));
      }
    };
    void show();
    return () => {
      over = true;
      handler.cleanup();
    };
  }, [address]);
  return <main />;
}
