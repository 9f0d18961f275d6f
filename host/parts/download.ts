/** Saves a text as a file. @module */

/** Offers a file for download, without a network request. */
export function download(name: string, type: string, body: string): void {
  const url = URL.createObjectURL(new Blob([body], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
