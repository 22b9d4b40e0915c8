import { keepPage } from "./components/api/keep-page.client";

// Next runs this before any other script of ours. In development a page may be silent because it is being compiled.
if (process.env.NODE_ENV === "production") keepPage();
