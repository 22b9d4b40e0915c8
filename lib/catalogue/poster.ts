import { thumbnailCandidates } from "./thumbnail-candidates.ts";
import { playerUrl } from "./youtube.ts";

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

const styles = `*{margin:0}html,body{height:100%;background:#0e1411}
a{position:absolute;inset:0;display:grid;place-items:center;overflow:hidden}
img{position:absolute;width:100%;height:100%;object-fit:cover}
span{position:relative;display:grid;place-items:center;width:4.5rem;height:4.5rem;border-radius:50%;background:#1c5541;box-shadow:0 0 0 3px #fffd;transition:transform .15s}
a:hover span{transform:scale(1.08)}a:focus-visible{outline:none}a:focus-visible span{box-shadow:0 0 0 3px #fff,0 0 0 7px #1c5541}
svg{width:1.9rem;margin-left:.25rem}@media(prefers-reduced-motion:reduce){span{transition:none}}
@media(forced-colors:active){span{forced-color-adjust:none}}`.replaceAll("\n", "");

/**
 * The document in the player's iframe until the visitor presses play: a thumbnail and a link to the real player. It
 * needs no script and loads only the picture from YouTube.
 */
export function posterDocument(videoId: string, title: string): string {
  const name = escapeHtml(title);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><style>${styles}</style><a href="${playerUrl(videoId, { autoplay: true })}" aria-label="Play: ${name}"><img src="${thumbnailCandidates(videoId)[0]}" data-thumbnail="${videoId}" alt=""><span><svg viewBox="0 0 24 24" fill="#fff" aria-hidden="true"><path d="M6 3.5v17l14-8.5z"/></svg></span></a></html>`;
}
