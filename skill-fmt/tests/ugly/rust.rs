mod inner {
  fn outer() {
    skill! {
    skill Rust() {
        vars {
            text: &'static str = "two
    lines", raw: &'static str = r#"raw "
  lines"#,
            list: [u8; 3] = [1,2,3,], big: Spot = Spot { x: self.first_value, y: self.second_value, z: self.third_value },
            table: [Option<(f32,f32)>;2]=[None,Some((1.0,2.0))],
        }
        start state A {
            init {
                    let x=match self.mode{Mode::A=>{1}Mode::B=>2,};


                    if x>1{return}
                    /* block
                       comment */
                    self.text = "more
        lines";
                match self.mode{Mode::A=>{self.x=1}Mode::B=>{self.x=2;self.y=3},_=>{}}
                let f=self.list.map(|x|{x+1});
            }
            loop {
                // These tokens stay: the lines are only moved.
                    let f = ((1));
                      f((1));
            }
            exit { call( a // no comma may move
                ,b,); }
            -> B(|x| x+1, vec![1,2,3]) when self.values.iter().filter(|value| **value > 3).map(|value| value * 2).any(|value| value == 8);
            -> C when { let y = self.x; y > 3 };
            -> FAILED("a very long reason that does not fit on one line with its values {} and {}", self.first, self.second) after self.timeout_sec * 2.0;
            -> D when a::<u8,u16>(x)&&Vec::<Vec<u8>>::new().is_empty()&&1<<2>>1==- 1;
            -> E(Spot { x_m: self.first_measurement, y_m: self.second_measurement, ori_rad: self.third_measurement }) otherwise;
        }
        #[cfg( feature="x" )]#[allow(dead_code,unused)]
        state B(f:fn(u8)->u8,v:Vec<u8>,){->A otherwise;}
        state C=action   act( |x|{ x+1 } , "a,b" , [1,2] ){->A on FINAL;}
        state D=(action   crate::act( 1 ),Turn{angle:1.0} , action act(2)  )?{->A on FINAL;}
    }
    }
  }
}
#[rustfmt::skip]
skill_space!   {pub Skipped on B{A,B}}
