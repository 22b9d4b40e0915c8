const bar = "block animate-pulse rounded-xl bg-well";

export function ProfileSkeleton() {
  return (
    <div role="status" className="shell min-h-dvh py-8">
      <span className="sr-only">Loading your profile</span>
      <div aria-hidden="true" className="flex flex-col gap-6">
        <span className={`${bar} h-20 w-72 max-w-full`} />
        <span className={`${bar} h-36`} />
        <span className={`${bar} h-40`} />
        <span className={`${bar} h-40`} />
      </div>
    </div>
  );
}
