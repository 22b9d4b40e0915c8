/**
 * A page with one sentence and a link to the home page, for requests that do not reach the app. It loads nothing,
 * because nothing may be available; its colours are those of app/globals.css.
 * @param message plain text without HTML special characters
 */
export const messagePage = (message: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${message}</title>
<style>
  :root { color-scheme: light dark; --paper: #faf9f5; --ink: #1a1f1c; --board: #1c5541; --board-ink: #fff }
  @media (prefers-color-scheme: dark) {
    :root { --paper: #0e1411; --ink: #ecefe9; --board: #8fd3b3; --board-ink: #0b1b14 }
  }
  body { display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 1rem; box-sizing: border-box;
    text-align: center; font: 1rem/1.5 system-ui, sans-serif; background: var(--paper); color: var(--ink) }
  p { margin: 0; font: 600 1.25rem Georgia, serif }
  h1 { margin: 2.5rem 0 1.75rem; font: 600 1.75rem/1.25 Georgia, serif; text-wrap: balance }
  a { justify-self: center; padding: .625rem 1rem; border-radius: .5rem; font-weight: 600; text-decoration: none;
    background: var(--board); color: var(--board-ink) }
  a:focus-visible { outline: 2px solid var(--board); outline-offset: 3px }
</style>
<main>
  <p>Lectern</p>
  <h1>${message}</h1>
  <a href="/">Return to Home</a>
</main>
</html>
`;
