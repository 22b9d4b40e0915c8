import { keepPage } from "./components/api/keep-page.client";

// Next runs this before any other script of ours. In development, a response may be slow because the page is
// compiling.
if (process.env.NODE_ENV === "production") keepPage();
