import { testEveryWrite } from "./every-write";
import { answers } from "./rows";

testEveryWrite(answers);
