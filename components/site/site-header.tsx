import { Account } from "@/components/auth/account.client";
import { buttonClasses } from "@/components/ui/button";
import { routes } from "@/lib/routes";
import { Logo } from "./logo";
import { SearchForm } from "./search-form";

export function SiteHeader() {
  return (
    <header className="print:hidden sticky short:static top-0 z-20 border-b border-line bg-paper/95 backdrop-blur-sm">
      <div className="shell flex h-16 items-center gap-2 sm:gap-4">
        <a href={routes.home()} className="flex min-h-11 items-center rounded-md" aria-label="Lectern, home">
          <Logo />
        </a>
        <div className="hidden w-full max-w-76 md:block lg:max-w-md">
          <SearchForm label="Search courses and lectures" />
        </div>
        {/* As wide as there is room: nothing beside it moves when an account's name arrives. */}
        <nav aria-label="Account" className="flex flex-1 justify-end">
          <Account>
            <a
              href={routes.signIn()}
              rel="nofollow"
              className={buttonClasses("solid", "whitespace-nowrap in-data-signed-in:invisible")}
            >
              Sign In
            </a>
          </Account>
        </nav>
      </div>
    </header>
  );
}
