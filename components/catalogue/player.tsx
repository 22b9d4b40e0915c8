import { posterDocument } from "@/lib/catalogue/poster";
import { playerUrl } from "@/lib/catalogue/youtube";

export function Player({ videoId, title }: { videoId: string | null; title: string }) {
  if (!videoId) {
    return (
      <div className="thumbnail rounded-xl ring-1 ring-line">
        <p className="absolute bottom-4 text-sm text-quiet">This lecture has no video.</p>
      </div>
    );
  }
  return (
    <div className="relative aspect-video overflow-hidden rounded-xl bg-well ring-1 ring-line">
      <iframe
        data-poster=""
        title={`Video: ${title}`}
        src={playerUrl(videoId)}
        srcDoc={posterDocument(videoId, title)}
        allow="accelerometer; autoplay; clipboard-write; encrypted-media; gyroscope; picture-in-picture"
        allowFullScreen
        className="absolute inset-0 size-full"
      />
    </div>
  );
}
