import {
  CourseSkeleton,
  HomeSkeleton,
  ResultsSkeleton,
  SubjectSkeleton,
} from "@/components/catalogue/skeletons";
import { ThumbnailFallbacks } from "@/components/catalogue/thumbnail-fallbacks.client";
import { LazyWatchedParts } from "@/components/player/lazy-watched-parts.client";
import { NavigationProvider } from "@/components/site/navigation.client";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { TabBar } from "@/components/site/tab-bar";
import { SkipLink } from "@/components/ui/skip-link";

export default function SiteLayout({ children }: LayoutProps<"/">) {
  return (
    <div className="flex min-h-dvh flex-col pb-[calc(4rem+1px+env(safe-area-inset-bottom))] short:pb-0 md:pb-0">
      <SkipLink />
      <NavigationProvider
        page={children}
        skeletons={{ home: <HomeSkeleton />, subject: <SubjectSkeleton />, course: <CourseSkeleton /> }}
        resultsSkeleton={<ResultsSkeleton />}
      >
        <SiteHeader />
      </NavigationProvider>
      <div className="mt-auto">
        <SiteFooter />
      </div>
      <TabBar />
      <LazyWatchedParts />
      <ThumbnailFallbacks />
    </div>
  );
}
