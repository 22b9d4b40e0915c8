import type { ReactNode } from "react";
import { Logo } from "@/components/site/logo";
import { routes } from "@/lib/routes";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col px-[min(1rem,5vw)] pt-[max(2.5rem,12dvh)] pb-10">
      <a href={routes.home()} className="mb-8 self-center rounded-md p-1" aria-label="Lectern, home">
        <Logo />
      </a>
      <div className="rounded-2xl border border-line bg-card p-[min(1.5rem,7.5vw)] sm:p-8">{children}</div>
    </main>
  );
}
