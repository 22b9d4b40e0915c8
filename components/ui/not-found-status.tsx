import { notFound } from "next/navigation";
import { Suspense } from "react";

/**
 * Gives a cached page the status 404 and keeps its content. A page that throws `notFound()` itself is sent with an
 * empty body. Thrown within a Suspense boundary, the error leaves the rest of the page as it is and still sets the
 * status. Browsers do not render what is inside `noscript`, so that the error is thrown on the server only.
 */
export function NotFoundStatus() {
  return (
    <noscript>
      <Suspense>
        <Thrower />
      </Suspense>
    </noscript>
  );
}

function Thrower(): never {
  notFound();
}
