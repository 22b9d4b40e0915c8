// In a route group of its own: above a page that answers 404 it would turn that into a 200.
export { HomeSkeleton as default } from "@/components/catalogue/skeletons";
