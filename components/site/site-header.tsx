import { Account } from "@/components/auth/account.client";
import { HomeLink } from "./home-link.client";
import { Logo } from "./logo";
import { SearchForm } from "./search-form.client";

export function SiteHeader() {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper/95 backdrop-blur-sm">
      <div className="shell flex h-16 items-center gap-4">
        <HomeLink className="rounded-md" aria-label="Lectern, home">
          <Logo />
        </HomeLink>
        <div className="ml-auto hidden w-full max-w-md md:block">
          <SearchForm label="Search courses and lectures" />
        </div>
        <nav aria-label="Account" className="ml-auto md:ml-0">
          <Account />
        </nav>
      </div>
    </header>
  );
}
