import { headerHeight } from "./profile-header";
import { ProfileNavigation, type ProfileSection } from "./profile-navigation";

const bar = "block animate-pulse rounded-xl bg-well";

/** Stands in for a section of the profile while it loads. The other sections can be opened meanwhile. */
export function ProfileSkeleton({ section }: { section: ProfileSection }) {
  return (
    <div className="shell flex min-h-dvh flex-col gap-8 py-8">
      <span aria-hidden="true" className={`${bar} ${headerHeight} w-72 max-w-full`} />
      <ProfileNavigation current={section} />
      <div role="status">
        <span className="sr-only">Loading your profile</span>
        <div aria-hidden="true" className="flex flex-col gap-6">
          <span className={`${bar} h-36`} />
          <span className={`${bar} h-40`} />
          <span className={`${bar} h-40`} />
        </div>
      </div>
    </div>
  );
}
