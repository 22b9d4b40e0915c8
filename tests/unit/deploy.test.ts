import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { BUILD_INPUTS } from "../../scripts/build.ts";
import { root } from "../run.ts";

// Checks deploy/Dockerfile and deploy/compose.yaml as far as possible without a container engine.

type Service = {
  image: string;
  environment?: Record<string, string>;
  volumes?: string[];
  command?: string[];
  networks: { lectern: { ipv4_address: string } };
};
type Compose = {
  services: { app: Service; nginx: Service; database: Omit<Service, "networks"> };
  volumes: Record<string, unknown>;
};

const read = (file: string) => readFileSync(root + file, "utf8");
const { services, volumes }: Compose = parse(read("deploy/compose.yaml"));
const addressOf = ({ networks }: Service) => networks.lectern.ipv4_address;

test("the linter finds nothing in the Dockerfile", () => {
  const found = validate(read("deploy/Dockerfile"));
  expect(found.map(({ range, message }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
});

test("an image has the Node of the packages", () => {
  const { optionalDependencies } = JSON.parse(read("package.json"));
  const packages = Object.entries<string>(optionalDependencies).filter(([name]) => name.startsWith("node-"));
  const images = [...read("deploy/Dockerfile").matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  expect(new Set(images)).toEqual(
    new Set(packages.map(([, version]) => `node:${version.split(".")[0]}-bookworm-slim`)),
  );
});

test("an image gets what a build depends on and what a start runs, and nothing else", () => {
  const [all, ...allowed] = read(".dockerignore").match(/^[^#\n]+/gm)!;
  const run = ["package.json", ".npmrc", "patches", "scripts", "server", "supabase"];
  expect(all).toBe("*");
  expect(allowed.sort()).toEqual([...BUILD_INPUTS, ...run].map((name) => `!${name}`).sort());
});

test("compose gives the app settings that there are, and asks for those that it cannot do without", () => {
  const settings = read("README.md");
  const { environment = {} } = services.app;
  for (const name of Object.keys(environment)) expect(settings, name).toContain(`\`${name}\``);
  const required = (text = "") => [...text.matchAll(/\$\{(\w+):\?[^}]+\}/g)].map(([, name]) => name);
  expect(Object.values(environment).flatMap(required)).toEqual(["SITE_URL", "POSTGRES_PASSWORD"]);
  expect(required(services.database.environment?.POSTGRES_PASSWORD)).toEqual(["POSTGRES_PASSWORD"]);
});

test("compose names the images of others by a version, and declares the volumes that it uses", () => {
  for (const { image } of [services.nginx, services.database]) expect(image).toMatch(/^\w+:\d/);
  const used = Object.values(services).flatMap((service) => service.volumes ?? []);
  const named = used.filter((volume) => /^\w/.test(volume)).map((volume) => volume.split(":")[0]);
  expect(named.sort()).toEqual(Object.keys(volumes).sort());
});

test("nginx finds the app in the configuration that is shipped, and the app believes nginx alone", () => {
  const [, expression = ""] = /sed '([^']+)'/.exec(services.nginx.command?.join(" ") ?? "") ?? [];
  const shipped = read("deploy/nginx.conf");
  const changed = execFileSync("sed", [expression], { input: shipped, encoding: "utf8" });
  const lines = changed.split("\n").filter((line, index) => line !== shipped.split("\n")[index]);
  expect(lines).toEqual([`    server ${addressOf(services.app)}:3000;`]);
  expect(services.app.environment?.TRUSTED_PROXIES).toBe(addressOf(services.nginx));
});
