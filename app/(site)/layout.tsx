import { ThumbnailFallbacks } from "@/components/catalogue/thumbnail-fallbacks.client";
import { SearchNavigationProvider } from "@/components/site/search-navigation.client";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { TabBar } from "@/components/site/tab-bar.client";

export default function SiteLayout({ children }: LayoutProps<"/">) {
  return (
    <div className="flex min-h-dvh flex-col pb-16 md:pb-0">
      <a
        href="#content"
        className="sr-only z-30 rounded-lg bg-board px-4 py-3 font-semibold text-board-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <SearchNavigationProvider page={children}>
        <SiteHeader />
      </SearchNavigationProvider>
      <div className="mt-auto">
        <SiteFooter />
      </div>
      <TabBar />
      <ThumbnailFallbacks />
    </div>
  );
}
