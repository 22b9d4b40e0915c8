import { Heart, Share2 } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { FavoriteButton, ShareButton } from "./course-buttons.client";

export function CourseActions({ title }: { title: string }) {
  return (
    <div className="needs-script print:hidden flex flex-wrap gap-3 *:flex-auto">
      <FavoriteButton className={buttonClasses("outline", "px-2")}>
        <Heart aria-hidden="true" className="size-4" />
        Add to Favorites
      </FavoriteButton>
      <ShareButton title={title} className={buttonClasses("solid", "px-2")}>
        <Share2 aria-hidden="true" className="size-4" />
        Share Now
      </ShareButton>
    </div>
  );
}
