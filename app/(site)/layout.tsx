import { HomeSkeleton, ResultsSkeleton } from "@/components/catalogue/skeletons";
import { ThumbnailFallbacks } from "@/components/catalogue/thumbnail-fallbacks.client";
import { NavigationProvider } from "@/components/site/navigation.client";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { TabBar } from "@/components/site/tab-bar";

export default function SiteLayout({ children }: LayoutProps<"/">) {
  return (
    <div className="flex min-h-dvh flex-col pb-[calc(4rem+1px+env(safe-area-inset-bottom))] md:pb-0">
      <a
        href="#content"
        className="sr-only z-30 rounded-lg bg-board px-4 py-3 font-semibold text-board-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <NavigationProvider
        page={children}
        homeSkeleton={<HomeSkeleton />}
        resultsSkeleton={<ResultsSkeleton />}
      >
        <SiteHeader />
      </NavigationProvider>
      <div className="mt-auto">
        <SiteFooter />
      </div>
      <TabBar />
      <ThumbnailFallbacks />
    </div>
  );
}
