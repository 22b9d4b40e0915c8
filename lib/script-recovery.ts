/** The `sessionStorage` key for when this tab was last loaded anew for a lost script, in milliseconds since 1970. */
const RELOADED_AT = "lectern:reloaded-at";

/**
 * A script for the page's head: if a script of the page could not be loaded, it loads the page anew as soon as the script
 * can be had, or a new build has replaced it; once, as a content blocker may be the reason. Without one of its scripts
 * React never attaches to the page, and renders it again and again (React 19.3 with Next 16.4). Only scripts in the page's
 * HTML have the attribute `async`; those that are loaded later have `loadWithRetry`.
 */
export const recoverScripts = `(()=>{
let lost,pause=1e3;
const retry=()=>setTimeout(async()=>{
try{
const{ok,status}=await fetch(lost,{cache:"reload"});
if(ok||status===404){
if(Date.now()-sessionStorage.getItem("${RELOADED_AT}")<6e4)return;
sessionStorage.setItem("${RELOADED_AT}",Date.now());return location.reload()
}
}catch{}
pause=Math.min(2*pause,3e4);retry()
},pause);
addEventListener("error",({target})=>{
if(lost||!(target instanceof HTMLScriptElement)||!target.hasAttribute("async"))return;
if(target.src.startsWith(location.origin+"/_next/static/")){lost=target.src;retry()}
},true)
})()`.replaceAll("\n", "");
