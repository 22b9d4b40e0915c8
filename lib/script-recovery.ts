/** When this tab was last loaded anew for a lost script, in milliseconds since 1970. */
const RELOADED_AT = "lectern:reloaded-at";

/**
 * A script for the page's head: once a script of the page that could not be loaded can be had again, it loads the page
 * anew, and once if a new build has replaced the script. Without one of its scripts React never attaches to the page, and
 * renders it again and again (React 19.3 with Next 16.4). Scripts that are loaded later have `loadWithRetry`.
 */
export const recoverScripts = `(()=>{
let lost,pause=1e3;
const retry=()=>setTimeout(async()=>{
try{
const{ok,status}=await fetch(lost,{cache:"reload"}),isRecent=Date.now()-sessionStorage.getItem("${RELOADED_AT}")<6e4;
if(status===404&&isRecent)return;
if((ok||status===404)&&!isRecent){sessionStorage.setItem("${RELOADED_AT}",Date.now());return location.reload()}
}catch{}
pause=Math.min(2*pause,3e4);retry()
},pause);
addEventListener("error",({target})=>{
if(lost||!(target instanceof HTMLScriptElement)||document.readyState==="complete")return;
if(target.src.startsWith(location.origin+"/_next/static/")){lost=target.src;retry()}
},true)
})()`.replaceAll("\n", "");
