import { Account } from "@/components/auth/account.client";
import { buttonClasses } from "@/components/ui/button";
import { routes } from "@/lib/routes";
import { Logo } from "./logo";
import { SearchForm } from "./search-form";

export function SiteHeader() {
  return (
    <header className="print:hidden sticky top-0 z-20 border-b border-line bg-paper/95 backdrop-blur-sm">
      <div className="shell flex h-16 items-center gap-2 sm:gap-4">
        <a href={routes.home()} className="flex rounded-md" aria-label="Lectern, home">
          <Logo />
        </a>
        <div className="ml-auto hidden w-full max-w-md md:block">
          <SearchForm label="Search courses and lectures" />
        </div>
        <nav aria-label="Account" className="ml-auto md:ml-0">
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
