export const skeletonBar = "block animate-pulse rounded-xl bg-well";

/** Stands in for a section of the profile while it loads. */
export function ProfileSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading your profile</span>
      <div aria-hidden="true" className="flex flex-col gap-6">
        <span className={`${skeletonBar} h-36`} />
        <span className={`${skeletonBar} h-40`} />
        <span className={`${skeletonBar} h-40`} />
      </div>
    </div>
  );
}
