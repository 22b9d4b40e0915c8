import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { EarlyPress } from "@/components/site/early-press.client";
import { NoScriptStyle } from "@/components/ui/no-script";
import { Toasts } from "@/components/ui/toasts.client";
import { keepEarlyPress } from "@/lib/early-press";
import { getSiteUrl } from "@/lib/env";
import { markLayout } from "@/lib/remembered-layout";
import { recoverScripts } from "@/lib/script-recovery";
import { markSignedIn } from "@/lib/session-flag";
import { site } from "@/lib/site";
import { markWatching } from "@/lib/watching/reserved-space";
import "./globals.css";

const heading = localFont({
  src: "../node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2",
  weight: "600",
  variable: "--font-heading",
  adjustFontFallback: "Times New Roman",
});

// Letters such as ř and ạ come in files of their own, which browsers load only for a page that has one: in another font
// they would stand out in the middle of a name. Next wants literals, so the two calls are alike.
const headingExtended = localFont({
  src: "../node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-ext-600-normal.woff2",
  weight: "600",
  variable: "--font-heading-extended",
  adjustFontFallback: false,
  preload: false,
  declarations: [
    { prop: "unicode-range", value: "U+0100-02BA, U+02BD-02C5, U+1E00-1E9F, U+1EF2-1EFF, U+A720-A7FF" },
  ],
});
const headingVietnamese = localFont({
  src: "../node_modules/@fontsource/source-serif-4/files/source-serif-4-vietnamese-600-normal.woff2",
  weight: "600",
  variable: "--font-heading-vietnamese",
  adjustFontFallback: false,
  preload: false,
  declarations: [{ prop: "unicode-range", value: "U+01A0-01A1, U+01AF-01B0, U+1EA0-1EF1" }],
});

const headScript = [recoverScripts, keepEarlyPress, markSignedIn, markWatching, markLayout].join(";");

export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(getSiteUrl()),
    title: { default: `${site.name}: ${site.promise}`, template: `%s | ${site.name}` },
    description: site.description,
    applicationName: site.name,
  };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#faf9f5" },
    { media: "(prefers-color-scheme: dark)", color: "#0e1411" },
  ],
};

export default function RootLayout({ children }: LayoutProps<"/">) {
  return (
    <html
      lang="en"
      className={`${heading.variable} ${headingExtended.variable} ${headingVietnamese.variable}`}
      suppressHydrationWarning
    >
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours */}
        <script dangerouslySetInnerHTML={{ __html: headScript }} />
        <NoScriptStyle />
      </head>
      <body className="min-h-dvh antialiased">
        {children}
        <Toasts />
        <EarlyPress />
      </body>
    </html>
  );
}
