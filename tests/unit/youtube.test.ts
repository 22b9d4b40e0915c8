import { describe, expect, it } from "vitest";
import { thumbnailCandidates } from "../../lib/catalogue/thumbnail-candidates.ts";
import { embedUrl, parseYoutubeId, playerUrl } from "../../lib/catalogue/youtube.ts";

const ID = "aB3-_xYz019";

describe("parseYoutubeId", () => {
  it.each([
    `https://www.youtube.com/watch?v=${ID}`,
    `http://youtube.com/watch?v=${ID}`,
    `https://www.youtube.com/watch?app=desktop&list=PL123&v=${ID}&t=42s#here`,
    `https://www.youtube.com/watch/?v=${ID}`,
    `https://m.youtube.com/watch?v=${ID}`,
    `https://music.youtube.com/watch?v=${ID}&feature=share`,
    `https://youtu.be/${ID}`,
    `https://youtu.be/${ID}?si=abc&t=10`,
    `https://www.youtu.be/${ID}/`,
    `https://www.youtube.com/embed/${ID}`,
    `https://www.youtube.com/embed/${ID}/?rel=0`,
    `https://www.youtube-nocookie.com/embed/${ID}?autoplay=1`,
    `https://youtube-nocookie.com/embed/${ID}`,
    `https://www.youtube.com/shorts/${ID}`,
    `https://www.youtube.com/live/${ID}?feature=share`,
    `https://www.youtube.com/v/${ID}`,
    `https://www.youtube.com/e/${ID}`,
    `https://www.youtube.com/vi/${ID}`,
    `https://www.youtube.com/watch/${ID}`,
    `https://www.youtubeeducation.com/embed/${ID}`,
    `http://www.youtube.com/v/${ID}&hl=en_US&fs=1`,
    `https://youtu.be/${ID}&t=3`,
    `https://www.youtube.com/watch?v=${ID}?t=30`,
    `https://youtube.googleapis.com/v/${ID}?version=3`,
    `https://gaming.youtube.com/watch?v=${ID}`,
    `https://www.youtube.com/attribution_link?a=abc&u=%2Fwatch%3Fv%3D${ID}%26feature%3Dshare`,
    `https://www.youtube.com/watch?v=${ID}&ab_channel=My Youtube`,
    `https://studio.youtube.com/video/${ID}/edit`,
    `youtube.com/watch?v=${ID}`,
    `www.youtube.com/embed/${ID}`,
    `youtu.be/${ID}`,
    `//www.youtube.com/embed/${ID}`,
    `HTTPS://WWW.YouTube.COM/watch?v=${ID}`,
    `  https://youtu.be/${ID}\n`,
    `<https://youtu.be/${ID}>`,
    `https://www.youtube.com/watch?v=${ID}.`,
    `<iframe width="560" height="315" src="https://www.youtube.com/embed/${ID}?si=a" title="x" allowfullscreen></iframe>`,
    `https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}&data=05%7C01&reserved=0`,
    `https://www.google.com/url?sa=t&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}&usg=a`,
    `https://l.facebook.com/l.php?u=https%3A%2F%2Fyoutu.be%2F${ID}%3Ffbclid%3Da&h=b`,
    `https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}%26cbrd%3D1&gl=DE&m=0`,
    `https://urldefense.com/v3/__https://www.youtube.com/watch?v=${ID}__;!!a$`,
    `https://urldefense.com/v3/__https:/youtu.be/${ID}__;!!a$`,
    `https://www.google.com/url?sa=t&q=&esrc=s&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}`,
    `https://www.google.com/url?sa=t&amp;q=linear%20algebra&amp;url=https://youtu.be/${ID}`,
    `<https://www.google.com/url?q=https://youtu.be/${ID}>.`,
    `<iframe title="is 3 > 2?" src=https://www.youtube.com/embed/${ID} allowfullscreen></iframe>`,
    `<iframe title="a src='https://youtu.be/another_one'" src="https://www.youtube.com/embed/${ID}" data-src="x"></iframe>.`,
  ])("finds the id in %s", (address) => {
    expect(parseYoutubeId(address)).toBe(ID);
  });

  it("reads its own addresses", () => {
    expect(parseYoutubeId(embedUrl(ID))).toBe(ID);
    expect(parseYoutubeId(playerUrl(ID, { autoplay: true }))).toBe(ID);
  });

  it.each([
    ["nothing", ""],
    ["an id alone", ID],
    ["an id of ten characters", `https://youtu.be/${ID.slice(1)}`],
    ["an id of twelve characters", `https://youtu.be/${ID}a`],
    ["an id with markup", 'https://youtu.be/"><script>a'],
    ["an id of other letters", "https://youtu.be/äbcdefghijk"],
    ["two addresses", `https://youtu.be/${ID}?si=abc\nhttps://youtu.be/${ID}`],
    ["two addresses without space", `https://youtu.be/${ID}?si=abc,https://youtu.be/${ID}`],
    ["a very long text", `https://x${" ".repeat(250_000)}x`],
    ["a watch page without a video", "https://www.youtube.com/watch?list=PL123"],
    ["a channel", "https://www.youtube.com/@somebody"],
    ["a path that is no video's", `https://www.youtube.com/results/${ID}`],
    ["a path in capitals", `https://www.youtube.com/EMBED/${ID}`],
    ["an embedded playlist", "https://www.youtube.com/embed/videoseries?list=PL123"],
    ["a channel's live stream", "https://www.youtube.com/embed/live_stream?channel=UC1"],
    ["another host", `https://vimeo.com/watch?v=${ID}`],
    [
      "a shared address elsewhere",
      `https://www.youtube.com/attribution_link?u=https://evil.example/watch?v=${ID}`,
    ],
    ["another host that ends alike", `https://notyoutube.com/watch?v=${ID}`],
    ["another host that starts alike", `https://youtube.com.evil.example/watch?v=${ID}`],
    ["an unknown subdomain", `https://evil.youtube.com/watch?v=${ID}`],
    ["a host with a dot behind it", `https://youtube.com./watch?v=${ID}`],
    ["a user name", `https://youtube.com@evil.example/watch?v=${ID}`],
    ["a user name with password", `https://youtube.com:x@evil.example/watch?v=${ID}`],
    ["a user name before YouTube", `https://evil@youtube.com/watch?v=${ID}`],
    ["a backslash before another host", `https://youtube.com\\@evil.example/watch?v=${ID}`],
    ["a backslash and a slash", `https:\\\\youtube.com/watch?v=${ID}`],
    ["a port", `https://youtube.com:8443/watch?v=${ID}`],
    ["the default port", `https://youtube.com:443/watch?v=${ID}`],
    ["a port without a protocol", `youtube.com:8443/watch?v=${ID}`],
    ["full-width letters", `https://ｙoutube.com/watch?v=${ID}`],
    ["a Cyrillic letter", `https://yоutube.com/watch?v=${ID}`],
    ["an escaped letter", `https://%79outube.com/watch?v=${ID}`],
    ["a line break in the host", `https://you\ntube.com/watch?v=${ID}`],
    ["a script", `javascript:alert(1)//youtube.com/embed/${ID}`],
    ["a script that looks like a page", `javascript://www.youtube.com/embed/${ID}%0Aalert(1)`],
    ["data", `data:text/html,https://youtu.be/${ID}`],
    ["a file", `file://www.youtube.com/embed/${ID}`],
    ["ftp", `ftp://www.youtube.com/embed/${ID}`],
    ["an address behind a redirect", `https://evil.example/?u=https://youtu.be/${ID}`],
    ["a redirect to another host", `https://www.google.com/url?q=https://evil.example/watch?v=${ID}`],
    [
      "a redirect to a redirect",
      `https://www.google.com/url?q=https://www.google.com/url?q=https://youtu.be/${ID}`,
    ],
    ["a host like a redirect's", `https://www.google.com.evil.example/url?q=https://youtu.be/${ID}`],
    ["a redirect to a script", "https://www.google.com/url?q=javascript:alert(1)"],
    ["an embed code of another host", `<iframe src="https://evil.example/embed/${ID}"></iframe>`],
    [
      "two embed codes",
      `<iframe src="https://youtu.be/${ID}"></iframe><iframe src="https://youtu.be/${ID}"></iframe>`,
    ],
    ["a very long embed code", `<iframe ${"src= ".repeat(50_000)}`],
    [
      "a redirect and an address",
      `https://www.google.com/url?q=https%3A%2F%2Fyoutu.be%2F${ID} https://youtu.be/${ID}`,
    ],
    [
      "two redirects",
      `https://www.google.com/url?q=https%3A%2F%2Fyoutu.be%2F${ID};https://www.google.com/url?q=https%3A%2F%2Fyoutu.be%2F${ID}`,
    ],
    [
      "two defended addresses",
      `https://urldefense.com/v3/__https://youtu.be/${ID}__;!!x,https://youtu.be/${ID}`,
    ],
    ["text around an address", `see https://youtu.be/${ID}`],
  ])("refuses %s", (_what, address) => {
    expect(parseYoutubeId(address)).toBeNull();
  });
});

describe("addresses made from an id", () => {
  it("stores the embed form", () => {
    expect(embedUrl(ID)).toBe(`https://www.youtube.com/embed/${ID}`);
  });

  it("plays from the host without cookies", () => {
    expect(playerUrl(ID)).toBe(`https://www.youtube-nocookie.com/embed/${ID}`);
    expect(playerUrl(ID, { autoplay: true })).toBe(`https://www.youtube-nocookie.com/embed/${ID}?autoplay=1`);
  });

  it("tries thumbnails in the specified order", () => {
    expect(thumbnailCandidates(ID)).toEqual([
      `https://i.ytimg.com/vi/${ID}/hqdefault.jpg`,
      `https://i.ytimg.com/vi/${ID}/maxresdefault.jpg`,
      `https://i.ytimg.com/vi/${ID}/mqdefault.jpg`,
      `https://i.ytimg.com/vi/${ID}/default.jpg`,
    ]);
  });
});
